import { expect, test } from 'vitest'
import { findSeparator } from './separator.ts'

const known = ['id', 'name', 'task_type']

test.each([
  ['id,name\n', ',', 0],
  ['ID ; Name;\n1;a,b,c,d\n', ';', 0],
  ['"id"\t"task_type"\n', '\t', 0],
  ['id|name', '|', 0],
  ['name\na;b;c\n', ',', 0],
  ['\r\nid;name\n', ';', 0],
  ['name;color,size;weight\n', ';', 0],
  ['Farbe;Größe\n', ';', 0],
  ['', ',', 0],
  ['sep=;\nid;name\n', ';', 6],
  ['SEP=\t\r\nid\tname\n', '\t', 7],
  ['"sep=,",,\nid,name\n', ',', 10],
  ['sep=|', '|', 5],
])('in %j, fields are separated by %j, from character %i on', (start, separator, headerAt) => {
  expect(findSeparator(start, known)).toEqual({ separator, headerAt })
})
