// Made by `swift package embed-assets`.
#pragma once

const void *_Nonnull PageFiles_assets(void);
