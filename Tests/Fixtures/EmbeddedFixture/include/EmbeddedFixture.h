// Made by `swift package embed-assets`.
#pragma once

const void *_Nonnull EmbeddedFixture_assets(void);
