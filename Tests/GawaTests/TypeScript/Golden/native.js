// Made by Gawa from the app's Swift declarations. Changes belong there: this file is made anew.

/** Changes when the functions or types of the app change. */
export const schemaHash = "aa0e693ad80f86a2";

function namespace(name) {
  const found = globalThis[name];
  if (typeof found?.GawaError !== "function") {
    const place = globalThis.location?.origin ?? "this program";
    throw new Error(
      `The app's bridge is not here: ${place} has no "${name}". It is there in pages that the app shows, `
        + "from origins that its bridge allows.");
  }
  // Page and app are deployed apart: a difference may well be harmless.
  if (found.schemaHash && found.schemaHash !== schemaHash) {
    console.warn(`"${name}" was declared otherwise when this page's declarations were made from the app.`);
  }
  return found;
}

export const calendars = namespace("calendars");
export const artWorks = namespace("art-works");
export const live = namespace("live");
export const GawaError = calendars.GawaError;
