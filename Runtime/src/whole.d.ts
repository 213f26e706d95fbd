/** Whether this is the whole runtime or its core alone; script/build-runtime says so, and leaves out what it is not. */
declare const WHOLE: boolean;
