// By parquet-go: `read PATH COLUMN` prints a column of text of a Parquet file, a value a line.
// Keys are lines of standard input: the path of a column, empty for the footer, "=", and the key in hex.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/parquet-go/parquet-go"
)

type keys map[string][]byte

func (given keys) FooterKey([]byte) ([]byte, error) {
	return given.find("")
}

func (given keys) ColumnKey(path []string, _ []byte) ([]byte, error) {
	return given.find(strings.Join(path, "."))
}

func (given keys) find(path string) ([]byte, error) {
	if key, found := given[path]; found {
		return key, nil
	}
	return nil, parquet.ErrKeyNotFound
}

func main() {
	if err := run(os.Args[2], os.Args[3], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path, column string, lines io.Reader, printed io.Writer) error {
	given, err := readKeys(lines)
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	var options []parquet.FileOption
	if len(given) > 0 {
		options = append(options, parquet.WithDecryption(given))
	}
	opened, err := parquet.OpenFile(file, info.Size(), options...)
	if err != nil {
		return err
	}
	leaf, found := opened.Schema().Lookup(column)
	if !found {
		return fmt.Errorf("there is no column %s", column)
	}
	out := bufio.NewWriter(printed)
	for _, group := range opened.RowGroups() {
		if err := printPages(group.ColumnChunks()[leaf.ColumnIndex].Pages(), out); err != nil {
			return err
		}
	}
	return out.Flush()
}

func printPages(pages parquet.Pages, out io.Writer) error {
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		values := make([]parquet.Value, page.NumValues())
		if _, err := page.Values().ReadValues(values); err != nil && err != io.EOF {
			return err
		}
		for _, value := range values {
			fmt.Fprintln(out, value.String())
		}
	}
}

func readKeys(lines io.Reader) (keys, error) {
	given := keys{}
	for scanner := bufio.NewScanner(lines); scanner.Scan(); {
		path, text, _ := strings.Cut(scanner.Text(), "=")
		key, err := hex.DecodeString(text)
		if err != nil {
			return nil, err
		}
		given[path] = key
	}
	return given, nil
}
