/** The app's end of a lane. */
export class FakeLane {
  isOpen = true;
  /** What was asked, with how long the page would have waited. */
  questions = [];

  /** `page.answer` answers what is asked: items, or undefined when the time is over. */
  constructor(page, receive) {
    this.page = page;
    this.receive = receive;
  }

  // MARK: What the page calls

  send(text, attachments) {
    if (!this.isOpen) return false;
    this.page.arrived(text, { lane: this, attachments: copies(attachments) });
    return true;
  }

  ask(text, attachments, milliseconds) {
    if (!this.isOpen) return null;
    const [token, ...items] = JSON.parse(text);
    const question = { token, items, attachments: copies(attachments), milliseconds };
    this.questions.push(question);
    const answer = this.page.answer?.(items[0], question);
    if (answer === null) this.isOpen = false;
    if (!answer) return answer;
    return { text: JSON.stringify([answer.token ?? token, 0, ...answer]), attachments: answer.attachments ?? [] };
  }

  // MARK: What the app does

  push(items, attachments = []) {
    this.receive(JSON.stringify([this.page.token, 0, ...items]), attachments);
  }

  /** The app closes it, and the page is told. */
  close() {
    this.isOpen = false;
    this.receive(undefined);
  }
}

// The page may have spoilt its arrays: their elements are read by index.
const copies = attachments => {
  const list = [];
  for (let index = 0; index < (attachments?.length ?? 0); index++) list.push(Buffer.from(attachments[index]));
  return list;
};
