import { constants, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eventMessage, GZIP_START } from './event-message.ts'

const unzip = (...parts: Buffer[]) =>
  gunzipSync(Buffer.concat([GZIP_START, ...parts]), { finishFlush: constants.Z_SYNC_FLUSH }).toString()

test('messages can be read whichever of them a stream starts with', () => {
  const texts = ['one', 'one and one again', 'three '.repeat(10_000)]
  const messages = texts.map((text) => eventMessage(text).zipped)
  expect(unzip(...messages)).toBe(texts.join(''))
  expect(unzip(...messages.slice(1))).toBe(texts.slice(1).join(''))
  expect(unzip(...messages.slice(2))).toBe(texts[2])
})

test('a message is compressed once for all streams', () => {
  const message = eventMessage('one')
  expect(message.zipped).toBe(message.zipped)
  expect(message.plain).toBe(message.plain)
})
