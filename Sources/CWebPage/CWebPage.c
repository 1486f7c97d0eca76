#include "CWebPage.h"

// Clang has #embed in older languages too, as an extension. An array of Swift would take the compiler
// twenty seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char style_css[] = {
#embed "Page/style.css"
};
static const unsigned char icon_svg[] = {
#embed "Page/icon.svg"
};
static const unsigned char app_js[] = {
#embed "Page/app.js"
};
static const unsigned char state_js[] = {
#embed "Page/state.js"
};
static const unsigned char format_js[] = {
#embed "Page/format.js"
};
static const unsigned char map_js[] = {
#embed "Page/map.js"
};
static const unsigned char ground_js[] = {
#embed "Page/ground.js"
};
static const unsigned char markers_js[] = {
#embed "Page/markers.js"
};
static const unsigned char mercator_js[] = {
#embed "Page/mercator.js"
};
static const unsigned char colors_js[] = {
#embed "Page/colors.js"
};
static const unsigned char drawing_js[] = {
#embed "Page/drawing.js"
};
static const unsigned char sky_js[] = {
#embed "Page/sky.js"
};
static const unsigned char charts_js[] = {
#embed "Page/charts.js"
};
static const unsigned char panels_js[] = {
#embed "Page/panels.js"
};
static const unsigned char fleet_js[] = {
#embed "Page/fleet.js"
};
static const unsigned char slider_js[] = {
#embed "Page/slider.js"
};
static const unsigned char openapi_json[] = {
#embed "Page/openapi.json"
};

#define ENTRY(name, array) {name, array, sizeof array}
static const struct web_page_file files[] = {
    ENTRY("index.html", index_html),     ENTRY("style.css", style_css),
    ENTRY("icon.svg", icon_svg),         ENTRY("app.js", app_js),
    ENTRY("state.js", state_js),         ENTRY("format.js", format_js),
    ENTRY("map.js", map_js),             ENTRY("ground.js", ground_js),
    ENTRY("markers.js", markers_js),     ENTRY("mercator.js", mercator_js),
    ENTRY("colors.js", colors_js),       ENTRY("drawing.js", drawing_js),
    ENTRY("sky.js", sky_js),             ENTRY("charts.js", charts_js),
    ENTRY("panels.js", panels_js),       ENTRY("fleet.js", fleet_js),
    ENTRY("slider.js", slider_js),       ENTRY("openapi.json", openapi_json),
};

size_t web_page_count(void) { return sizeof files / sizeof *files; }

struct web_page_file web_page_file(size_t index) { return files[index]; }
