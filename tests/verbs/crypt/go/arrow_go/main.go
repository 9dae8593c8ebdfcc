// By arrow-go: `read PATH COLUMN` prints a column of text of a Parquet file, a value a line, and `write PATH ROWS` writes one of
// columns a and b, which the footer key encrypts.
// Keys are lines of standard input: the path of a column, empty for the footer, "=", and the key in hex.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

const batch = 1000

func main() {
	work := read
	if os.Args[1] == "write" {
		work = write
	}
	if err := run(work, os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(work func(path, word string, given keys) error, path, word string) (err error) {
	defer func() {
		if said := recover(); said != nil { // how it refuses keys and signatures
			err = fmt.Errorf("%v", said)
		}
	}()
	given, err := readKeys(os.Stdin)
	if err != nil {
		return err
	}
	return work(path, word, given)
}

func read(path, column string, given keys) error {
	var options []file.ReadOption
	if given.footer != "" {
		properties := parquet.NewReaderProperties(nil)
		properties.FileDecryptProps = parquet.NewFileDecryptionProperties(
			parquet.WithFooterKey(given.footer), parquet.WithColumnKeys(given.columns))
		options = append(options, file.WithReadProps(properties))
	}
	reader, err := file.OpenParquetFile(path, false, options...)
	if err != nil {
		return err
	}
	defer reader.Close()
	at := reader.MetaData().Schema.ColumnIndexByName(column)
	out := bufio.NewWriter(os.Stdout)
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

func write(path, rows string, given keys) error {
	count, err := strconv.Atoi(rows)
	if err != nil {
		return err
	}
	number := schema.NewInt64Node("a", parquet.Repetitions.Required, -1)
	text, err := schema.NewPrimitiveNodeLogical(
		"b", parquet.Repetitions.Required, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1)
	if err != nil {
		return err
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, schema.FieldList{number, text}, -1)
	if err != nil {
		return err
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	properties := parquet.NewWriterProperties(
		parquet.WithDataPageSize(512), parquet.WithBatchSize(64), parquet.WithPageIndexEnabled(true),
		parquet.WithDataPageVersion(parquet.DataPageV2),
		parquet.WithEncryptionProperties(parquet.NewFileEncryptionProperties(given.footer)))
	writer := file.NewParquetWriter(out, root, file.WithWriterProps(properties))
	numbers, texts := make([]int64, count), make([]parquet.ByteArray, count)
	for at := range count {
		numbers[at], texts[at] = int64(at), parquet.ByteArray(fmt.Sprintf("text %d", at))
	}
	group := writer.AppendRowGroup()
	chunk, err := group.NextColumn()
	if err != nil {
		return err
	}
	if _, err := chunk.(*file.Int64ColumnChunkWriter).WriteBatch(numbers, nil, nil); err != nil {
		return err
	}
	if chunk, err = group.NextColumn(); err != nil {
		return err
	}
	if _, err := chunk.(*file.ByteArrayColumnChunkWriter).WriteBatch(texts, nil, nil); err != nil {
		return err
	}
	return writer.Close()
}

type keys struct {
	footer  string
	columns parquet.ColumnPathToDecryptionPropsMap
}

func readKeys(lines io.Reader) (keys, error) {
	given := keys{columns: parquet.ColumnPathToDecryptionPropsMap{}}
	for scanner := bufio.NewScanner(lines); scanner.Scan(); {
		path, text, _ := strings.Cut(scanner.Text(), "=")
		key, err := hex.DecodeString(text)
		if err != nil {
			return given, err
		}
		if path == "" {
			given.footer = string(key)
		} else {
			given.columns[path] = parquet.NewColumnDecryptionProperties(path, parquet.WithDecryptKey(string(key)))
		}
	}
	return given, nil
}
