// The files of the page of `locate web`, in the program itself.

#ifndef C_WEB_PAGE_H
#define C_WEB_PAGE_H

#include <stddef.h>

/// A file of the page.
struct web_page_file {
  /// Its name, as "index.html".
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The number of files.
size_t web_page_count(void);

/// The file with an index below web_page_count().
struct web_page_file web_page_file(size_t index);

#endif
