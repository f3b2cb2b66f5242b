import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createUploadStore } from './stored-upload.ts'

test('only so many uploaded files are on disk at once, those that still arrive included', async () => {
  const uploads = createUploadStore({ maxUploads: 2 })
  const arriving = new PassThrough()
  const slow = uploads.store(arriving)
  const stored = await uploads.store(Readable.from([Buffer.from('a,b')]))
  expect(await text(stored.open())).toBe('a,b')
  const refused = { code: 'too_many_requests' }
  await expect(uploads.store(Readable.from([]))).rejects.toMatchObject(refused)
  await stored[Symbol.asyncDispose]()
  const next = await uploads.store(Readable.from([]))
  await expect(uploads.store(Readable.from([]))).rejects.toMatchObject(refused)
  arriving.destroy(new Error('broke off'))
  await expect(slow).rejects.toThrow('broke off')
  await using _again = await uploads.store(Readable.from([]))
  await next[Symbol.asyncDispose]()
})
