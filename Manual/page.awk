# Turns a draft of generate-manual into a manual page; see make-pages.
#
# An indented line is shown as it is: an example or a line of a table. A line of capitals with a colon is
# a heading. An empty line begins a paragraph.

function close_display() {
  if (display) print ".Ed"
  display = 0
}

# A hyphen, an apostrophe and their like as a terminal can copy them.
function literal(text) {
  gsub(/-/, "\\-", text)
  gsub(/'/, "\\(aq", text)
  gsub(/`/, "\\(ga", text)
  gsub(/\^/, "\\(ha", text)
  gsub(/~/, "\\(ti", text)
  return text
}

# Prints a paragraph in short lines. Each sentence begins a line, as mdoc(7) wants it.
function fill(text,    words, count, i, word, line) {
  gsub(/--/, "\\-\\-", text)
  count = split(text, words, " ")
  line = ""
  for (i = 1; i <= count; i++) {
    word = words[i]
    if (line != "" && length(line) + length(word) >= 76) {
      print line
      line = ""
    }
    if (line == "" && word ~ /^[.']/) word = "\\&" word
    line = line == "" ? word : line " " word
    if (word ~ /[.?!]$/) {
      print line
      line = ""
    }
  }
  if (line != "") print line
}

/^\.\\"/ {
  # `make uninstall` recognizes our pages by this line.
  print ".\\\" A manual page of swift-location."
  next
}

/^\.Dt / {
  gsub(/\./, "-", $2)
  print ".Dt " $2 " " $3
  next
}

/^\.Nd / {
  # The description of a page has no period at its end.
  sub(/\."$/, "\"")
  sub(/\.$/, "")
  print
  next
}

/^\.Ex / {
  close_display()
  print title
  if (is_root) {
    print "exits with one of the codes above."
  } else {
    print "exits with one of the codes that"
    print ".Xr " name " 1"
    print "lists; 0 means success."
  }
  next
}

/^\.Xr / {
  if ($2 == name ".help") next
  gsub(/\./, "-", $2)
  pages[++page_count] = $2
  next
}

# The draft has this section only if the command has subcommands.
/^\.Sh "?SEE ALSO/ { sees_also = 1 }

# mandb(8) reads the name at the beginning, which must be that of the page: a word.
/^\.Nm / && !title {
  is_root = ($0 == ".Nm " name)
  title = $0
  gsub(/"/, "")
  sub(/ /, "\n")
  gsub(/ /, "-")
  sub(/\n/, " ")
}

$0 == ".Nm" { $0 = title }

/^\./ {
  close_display()
  paragraph = 0
  after_macro = 1
  print
  next
}

/^[ \t]*$/ {
  close_display()
  paragraph = 1
  next
}

/^(\\&)? / {
  sub(/^\\&/, "")
  if (!display) print ".Bd -literal -offset indent -compact"
  display = 1
  paragraph = 0
  after_macro = 0
  sub(/^  /, "")
  print literal($0)
  next
}

{
  close_display()
  if (paragraph && !after_macro) print ".Pp"
  paragraph = 0
  after_macro = 0
  fill($0)
}

END {
  close_display()
  if (!is_root) {
    if (!sees_also) print ".Sh \"SEE ALSO\""
    print ".Xr " name " 1" (page_count > 0 ? " ," : "")
  }
  for (i = 1; i <= page_count; i++) print ".Xr " pages[i] " 1" (i < page_count ? " ," : "")
}
