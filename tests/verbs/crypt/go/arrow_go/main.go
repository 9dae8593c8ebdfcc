// Prints a column of text of a Parquet file by arrow-go, a value a line.
// Keys are lines of standard input: the path of a column, empty for the footer, "=", and the key in hex.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

const batch = 1000

func main() {
	if err := run(os.Args[1], os.Args[2], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path, column string, keys io.Reader, printed io.Writer) (err error) {
	defer func() {
		if said := recover(); said != nil { // how it refuses keys and signatures
			err = fmt.Errorf("%v", said)
		}
	}()
	options, err := readOptions(keys)
	if err != nil {
		return err
	}
	reader, err := file.OpenParquetFile(path, false, options...)
	if err != nil {
		return err
	}
	defer reader.Close()
	at := reader.MetaData().Schema.ColumnIndexByName(column)
	out := bufio.NewWriter(printed)
	values, levels := make([]parquet.ByteArray, batch), make([]int16, batch)
	for number := range reader.NumRowGroups() {
		chunk, err := reader.RowGroup(number).Column(at)
		if err != nil {
			return err
		}
		texts := chunk.(*file.ByteArrayColumnChunkReader)
		for texts.HasNext() {
			_, read, err := texts.ReadBatch(batch, values, levels, nil)
			if err != nil {
				return err
			}
			for _, value := range values[:read] {
				fmt.Fprintln(out, value)
			}
		}
		if err := texts.Err(); err != nil {
			return err
		}
	}
	return out.Flush()
}

func readOptions(keys io.Reader) ([]file.ReadOption, error) {
	var footer string
	columns := parquet.ColumnPathToDecryptionPropsMap{}
	for lines := bufio.NewScanner(keys); lines.Scan(); {
		path, text, _ := strings.Cut(lines.Text(), "=")
		key, err := hex.DecodeString(text)
		if err != nil {
			return nil, err
		}
		if path == "" {
			footer = string(key)
		} else {
			columns[path] = parquet.NewColumnDecryptionProperties(path, parquet.WithDecryptKey(string(key)))
		}
	}
	if footer == "" {
		return nil, nil
	}
	properties := parquet.NewReaderProperties(nil)
	properties.FileDecryptProps = parquet.NewFileDecryptionProperties(
		parquet.WithFooterKey(footer), parquet.WithColumnKeys(columns))
	return []file.ReadOption{file.WithReadProps(properties)}, nil
}
