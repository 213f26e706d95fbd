// Has requests of scripts for `http://native/` and `https://native/` go to the scheme `native`, once in each window, where
// the engine cannot be told to. See Documentation/Design/native-routes.md.

import { isFirst } from './again';
import { wrapFetch } from './fetch';
import { wrapBeacons, wrapEvents, wrapSockets } from './others';
import { wrapRequests } from './requests';

if (isFirst) {
  wrapFetch();
  wrapRequests();
  wrapEvents();
  wrapBeacons();
  wrapSockets();
}
