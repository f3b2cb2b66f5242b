import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A method of Google's API, as its official client calls it. */
interface ClientMethod {
  method: string
  /** Path with its parameters in braces, such as `/v4/spreadsheets/{spreadsheetId}`. */
  path: string
}

/** Google's own description of an API: the code and the types of its official client. */
export function readClient(api: 'sheets' | 'drive') {
  const file = api === 'sheets' ? 'v4' : 'v3'
  const folder = dirname(createRequire(import.meta.url).resolve(`@googleapis/${api}`))
  const readLines = (ending: string) => readFileSync(join(folder, `${file}.${ending}`), 'utf8').split('\n')
  return { methods: methodsIn(readLines('js')), messages: messagesIn(readLines('d.ts')) }
}

/** A call has its path, its method, and then another path if the method can upload a file. */
function methodsIn(lines: readonly string[]): ClientMethod[] {
  const methods: ClientMethod[] = []
  let [path, method, isUpload] = ['', '', false]
  for (const line of lines) {
    if (line.includes('rl: (rootUrl')) isUpload = line.includes('mediaUrl: ')
    path = /'(\/[^']*)'/.exec(line)?.[1] ?? path
    const sent = /^ +method: '([A-Z]+)'/.exec(line)?.[1]
    method = sent ?? method
    if (sent !== undefined || (isUpload && path !== '')) {
      methods.push({ method, path })
      ;[path, isUpload] = ['', false]
    }
  }
  return methods
}

/** The fields of every message, each with its type as TypeScript. */
function messagesIn(lines: readonly string[]): Map<string, Map<string, string>> {
  const messages = new Map<string, Map<string, string>>()
  let fields = new Map<string, string>()
  for (const line of lines) {
    const name = /^ {4}export interface Schema\$(\w+) \{/.exec(line)?.[1]
    if (name !== undefined || line.startsWith('    }')) fields = new Map()
    if (name !== undefined) messages.set(name, fields)
    const [, field, type = ''] = /^ {8}'?(\w+)'?\?: (.+);$/.exec(line) ?? []
    if (field !== undefined) fields.set(field, type)
  }
  return messages
}
