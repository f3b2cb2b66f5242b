import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readClient } from '../tests/google-client.ts'
import { kinds } from './batch-update/apply-requests.ts'
import { unsupportedKinds } from './batch-update/unsupported-kinds.ts'
import { matchRoute } from './http/match-route.ts'
import { unsupportedMethod } from './http/unsupported-methods.ts'
import { type FieldMask, parseFieldMask } from './messages/field-mask.ts'
import { type MessageShape, messageShapes } from './messages/message-shapes.ts'
import { isUnsupportedField } from './messages/unsupported-fields.ts'
import { routes } from './start-emulator.ts'

const sheets = readClient('sheets')
const drive = readClient('drive')

describe('everything that Google has is either supported or refused as not supported', () => {
  test('kinds of requests', () => {
    expect([...kinds.keys(), ...unsupportedKinds].toSorted()).toEqual(listFields(sheets.messages, 'Request'))
  })

  test.each([...sheets.methods, ...drive.methods])('$method $path', ({ method, path }) => {
    const sent = path.replaceAll(/\{\w+\}/g, 'PARAMETER')
    if (unsupportedMethod({ method, path: sent }) !== undefined) return
    const { params } = matchRoute(routes, { method, rawPath: sent.replace('/sheets/PARAMETER:', '/sheets/7:') })
    for (const value of Object.values(params)) expect(['PARAMETER', '7']).toContain(value)
  })

  test.each(declaredMessages())('fields of $name', ({ name, fields }) => {
    const known = listFields(sheets.messages, name).filter((field) => !isUnsupportedField(name, field))
    expect(fields.toSorted()).toEqual(known)
  })

  test.each<[MessageShape, string, typeof sheets]>([
    ['spreadsheet', 'Spreadsheet', sheets],
    ['valueRange', 'ValueRange', sheets],
    ['valueRanges', 'BatchGetValuesResponse', sheets],
    ['updateValues', 'UpdateValuesResponse', sheets],
    ['batchUpdateValues', 'BatchUpdateValuesResponse', sheets],
    ['appendValues', 'AppendValuesResponse', sheets],
    ['clearValues', 'ClearValuesResponse', sheets],
    ['batchClearValues', 'BatchClearValuesResponse', sheets],
    ['batchUpdate', 'BatchUpdateSpreadsheetResponse', sheets],
    ['protectedRange', 'ProtectedRange', sheets],
    ['table', 'Table', sheets],
    ['about', 'About', drive],
    ['file', 'File', drive],
    ['fileList', 'FileList', drive],
    ['permission', 'Permission', drive],
    ['permissionList', 'PermissionList', drive],
    ['comments', 'CommentList', drive],
  ])('a mask can name each field of %s', (shape, name, { messages }) => {
    expect(missing(parseFieldMask(messageShapes[shape]) ?? 'all', { name, messages })).toEqual([])
  })
})

test('what Google does not have is unknown', () => {
  expect(() => matchRoute(routes, { method: 'GET', rawPath: '/drive/v3/nothing' })).toThrow('Method not found.')
  expect(declaredMessages().length).toBeGreaterThan(30)
  expect(drive.methods.length).toBeGreaterThan(60)
})

type Messages = ReturnType<typeof readClient>['messages']

function listFields(messages: Messages, name: string): string[] {
  return [...(messages.get(name)?.keys() ?? [])].toSorted()
}

/** Lists the fields a mask of the message cannot name, by path. Fields below a field without parentheses are not checked. */
function missing(mask: FieldMask, { name, messages }: { name: string; messages: Messages }): string[] {
  if (mask === 'all') return []
  return Array.from(messages.get(name) ?? []).flatMap(([field, type]) => {
    const below = mask.get(field)
    if (below === undefined) return [field]
    const message = /^Schema\$(\w+)/.exec(type)?.[1]
    return message ? missing(below, { name: message, messages }).map((path) => `${field}.${path}`) : []
  })
}

/** Each `message('Name', { … })` of the sources, with the names of its fields. */
function declaredMessages(): { name: string; fields: string[] }[] {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((file) => {
    const code = readFileSync(join(import.meta.dirname, file), 'utf8')
    return Array.from(code.matchAll(/\bmessage\('(\w+)', \{/g), (match) => ({
      name: String(match[1]),
      fields: topLevelKeys(code.slice(match.index + match[0].length)),
    }))
  })
}

/** Lists the keys of an object literal. `code` begins after its brace. */
function topLevelKeys(code: string): string[] {
  let depth = 0
  let flat = ''
  for (const character of code) {
    if ('}])'.includes(character)) depth -= 1
    if (depth < 0) break
    if (depth === 0) flat += character
    if ('{[('.includes(character)) depth += 1
  }
  return Array.from(flat.matchAll(/(\w+):/g), ([, key = '']) => key)
}
