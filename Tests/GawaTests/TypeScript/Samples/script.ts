// A classic script, no module: the namespaces are global, and types are named through the file.
type ScriptNote = import("./native").Note2;

async function titles(): Promise<string[]> {
  const notes: ScriptNote[] = (await calendars.search("swift")).items;
  const following: boolean = await window.calendars.isFollowing("42");
  calendars.log("read");
  return following ? notes.map((note) => note.title) : [];
}
