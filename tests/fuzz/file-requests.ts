import fc from 'fast-check'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { hostileText } from './hostile-values.ts'
import type { FuzzedRequest } from './request-text.ts'
import type { Things } from './things.ts'

export type Sent = Pick<FuzzedRequest, 'headers' | 'body'>

const FILE_BYTES = 10_000_000

const csvHeader = fc.constantFrom(
  '',
  'id,name\n',
  'name,name\n',
  '\ufeffname\n',
  'name;id\n',
  '"name\n',
  'name,task_type\n',
  `${'a,'.repeat(5000)}\n`,
  `name,${'\u0000'.repeat(1000)}\n`,
)
const csvRows = fc.oneof(
  fc.array(hostileText, { maxLength: 20 }).map((cells) => Buffer.from(cells.join(','))),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from('a,b\n'.repeat(20_000))),
  // A single repeated character, and very wide rows.
  fc.constantFrom('\n', '\r', ',', '"', 'a', `${','.repeat(900)}\n`).map((text) => Buffer.alloc(FILE_BYTES, text)),
)

export function validFile({ path, upload }: Route, things: Things): fc.Arbitrary<Sent> {
  return fc.constant(null).map(() => {
    const text = path.startsWith(api.tasks.importCsv.path)
      ? things.tasksCsv
      : 'name,allowed_concurrent_tasks\nImported,2\n'
    return multipart(upload?.field ?? 'file', { name: 'a.csv', content: Buffer.from(text) })
  })
}

export function hostileFile(route: Route): fc.Arbitrary<Sent> {
  const field = fc.oneof(
    { weight: 5, arbitrary: fc.constant(route.upload?.field ?? 'file') },
    { weight: 1, arbitrary: fc.constantFrom('', '__proto__', 'other', '"\r\nx: y') },
  )
  const name = fc.constantFrom('a.csv', 'a.CSV', '../a.csv', '\u202e.csv', 'a'.repeat(5000), '')
  const content = fc.tuple(csvHeader, csvRows).map(([header, rows]) => Buffer.concat([Buffer.from(header), rows]))
  const form = fc
    .tuple(field, name, content)
    .map(([sent, file, bytes]) => multipart(sent, { name: file, content: bytes }))
  const broken = fc.constantFrom(
    '',
    '--b',
    '--b\r\n\r\n',
    '--b--',
    `--b\r\n${'content-disposition: form-data\r\n'.repeat(2000)}\r\n\r\n--b--`,
    '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext\r\n--b--\r\n'.repeat(1500),
  )
  return fc.oneof(
    { weight: 5, arbitrary: form },
    {
      weight: 1,
      arbitrary: broken.map((text) => ({
        ...multipart('', { name: '', content: Buffer.alloc(0) }),
        body: Buffer.from(text),
      })),
    },
  )
}

function multipart(field: string, { name, content }: { name: string; content: Buffer }): Sent {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  return {
    headers: [['content-type', 'multipart/form-data; boundary=b']],
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
  }
}
