import { receive } from './batches';
import { greet, handler, hide, isHidden, send, show, takeToken, token, whenGone } from './carrier';
import { handlerName, key, namespaces, origins } from './configuration';
import { define, freeze, global, hasOwn, stringify } from './intrinsics';
import { makeNamespace } from './namespace';

if (hasOwn(global, key)) {
  // Another copy of this script has run, maybe for a handler that was removed since.
  (global as any)[key]();
} else if (handler) {
  // Without a handler the app does not want to hear this frame.
  const { origin } = global;
  takeToken();
  if (origins.includes(origin)) {
    define(global, key, freeze((name?: string, text?: string) => {
      // Means nothing to an app that knows this document; another refuses it, and is greeted.
      if (!name) send('x', ',0');
      if (name !== token) return 0;
      if (text === undefined) return whenGone;
      if (text) receive(text);
      return 1;
    }), true);
    for (const namespace of namespaces) define(global, namespace[0], makeNamespace(namespace), true, true);
    greet();
    global.addEventListener('pagehide', event => {
      if (event.isTrusted) hide();
    });
    global.addEventListener('pageshow', event => {
      // The first one comes before any `pagehide`: it ends the load.
      if (event.isTrusted && isHidden) show();
    });
  } else {
    send('n', ',' + stringify(origin));
    console.warn(handlerName + ' is not for ' + origin);
  }
}
