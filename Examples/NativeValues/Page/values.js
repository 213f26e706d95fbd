// Asks the app for values by ordinary requests, in each way that a page has, and shows what it got.

const rows = document.querySelector("tbody");
let values = 0;
let failures = 0;

function show(id, kind, url, text, isFailure) {
  const row = rows.insertRow();
  row.id = id;
  row.className = isFailure ? "failure" : "value";
  if (isFailure) failures += 1;
  else values += 1;
  row.insertCell().append(kind);
  for (const [name, textContent] of [["code", url], ["output", text]]) {
    row.insertCell().append(Object.assign(document.createElement(name), { textContent }));
  }
  console.log(`${id}: ${text}`);
}

/** What a request that has ended got; throws when it got no value. */
function valueOf(xhr) {
  if (xhr.status === 0) throw new Error("no answer");
  if (xhr.status >= 400) throw new Error(`${xhr.status} ${xhr.responseText}`);
  return xhr.responseText;
}

function askSynchronously(url) {
  const xhr = new XMLHttpRequest();
  xhr.open("GET", url, false);
  xhr.send(null);
  return valueOf(xhr);
}

function ask(url) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("GET", url);
    xhr.onloadend = () => {
      try {
        resolve(valueOf(xhr));
      } catch (error) {
        reject(error);
      }
    };
    xhr.send(null);
  });
}

async function askByFetch(url) {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return text;
}

const questions = [
  ["synchronous", "XMLHttpRequest, synchronous", "http://native/foo?bar=baz", askSynchronously],
  ["asynchronous", "XMLHttpRequest", "http://native/foo?bar=バズ", ask],
  ["fetch", "fetch", "http://native/foo?bar=a+b%20%26%20c", askByFetch],
  ["empty", "XMLHttpRequest, synchronous", "http://native/empty", askSynchronously],
  ["missing", "XMLHttpRequest", "http://native/missing", ask],
];

async function askAll() {
  for (const [id, kind, url, question] of questions) {
    try {
      const text = await question(url);
      show(id, kind, url, text === "" ? "(empty)" : text, false);
    } catch (error) {
      show(id, kind, url, `failed: ${error.message}`, true);
    }
  }
  const heading = `values: ${values}, failures: ${failures}`;
  document.querySelector("h1").textContent = heading;
  document.body.dataset.state = "done";
  console.log(heading);
}

askAll();
