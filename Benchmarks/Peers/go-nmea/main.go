// Decodes every sentence of the files of its arguments with go-nmea, and prints the number of them.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/adrianmo/go-nmea"
)

func main() {
	decoded := 0
	for _, path := range os.Args[1:] {
		file, err := os.Open(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			if _, err := nmea.Parse(lines.Text()); err == nil {
				decoded++
			}
		}
		file.Close()
	}
	fmt.Println(decoded)
}
