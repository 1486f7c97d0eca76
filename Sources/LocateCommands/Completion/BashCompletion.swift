enum BashCompletion {
  /// Adds to ArgumentParser's script that a colon does not divide a word. Bash divides words at colons,
  /// so `--source sim:dr` would be three words, and no option would be before the last one. It also adds files and the
  /// topics of help.
  static func extending(_ script: String) -> String {
    let registration = "complete -o filenames -F "
    guard let range = script.range(ofLast: registration) else { return script }
    let words = script[range.upperBound...].split(whereSeparator: \.isWhitespace)
    guard words.count >= 2 else { return script }
    let (function, command) = (words[0], words[1])
    let topics = HelpTopic.allCases.map(\.rawValue).joined(separator: " ")
    return String(script[..<range.lowerBound]) + """
      # Joins the words that bash divided at colons, as in sim:drive.
      \(function)_with_colons() {
          local -a joined=()
          local -i index=-1 cword=0 i
          local line="${COMP_LINE}" word rest
          for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
              word="${COMP_WORDS[i]}"
              rest="${line#"${line%%[![:space:]]*}"}"
              if ((index > 0)) && [[ "${rest}" = "${line}" && -n "${rest}" \\
                  && ("${word}" = :* || "${joined[index]}" = *:) ]]; then
                  joined[index]+="${word}"
              else
                  joined+=("${word}")
                  ((++index))
              fi
              line="${rest#"${word}"}"
              ((i == COMP_CWORD)) && cword=index
          done
          local prefix=""
          if ((${#joined[@]} < ${#COMP_WORDS[@]})); then
              COMP_WORDS=("${joined[@]}")
              COMP_CWORD="${cword}"
              prefix="${joined[cword]%"${joined[cword]##*:}"}"
          fi
          \(function) "${1}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
          # What ArgumentParser does not know: a recording in place of a subcommand, and the topics of help.
          local other=()
          if ((COMP_CWORD == 1)) && [[ "${COMP_WORDS[1]}" = [!-]* ]]; then
              mapfile -t other < <(compgen -f -- "${COMP_WORDS[1]}")
          elif ((COMP_CWORD == 2)) && [[ "${COMP_WORDS[1]}" = help ]]; then
              mapfile -t other < <(compgen -W '\(topics)' -- "${COMP_WORDS[2]}")
          fi
          COMPREPLY+=("${other[@]}")
          # Bash replaces only what follows the last colon.
          [[ -n "${prefix}" ]] && COMPREPLY=("${COMPREPLY[@]#"${prefix}"}")
          # Bash would write a backslash before a colon in the name of a file.
          [[ "${COMPREPLY[*]}${prefix}" = *:* ]] && compopt +o filenames 2>/dev/null
          return 0
      }

      complete -o filenames -F \(function)_with_colons \(command)

      """
  }
}

extension String {
  /// The last place of a text; `nil` if it is not there.
  fileprivate func range(ofLast text: String) -> Range<String.Index>? {
    var end = endIndex
    while let start = self[..<end].lastIndex(of: text[text.startIndex]) {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      end = start
    }
    return nil
  }
}
