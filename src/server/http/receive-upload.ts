import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import type { Upload } from '#contract/route.ts'
import type { UploadedFile } from './handler.ts'

/** Room for the lines that multipart puts around a file. */
const FRAME_BYTES = 16 * 1024

/**
 * Takes the one file of a multipart request, as a stream that fails once the file turns out too large.
 *
 * @throws Refusal `unsupported_media_type`, `too_large` by the announced length, `invalid` without a file.
 */
export async function receiveUpload(request: FastifyRequest, upload: Upload): Promise<UploadedFile> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', `Send the file as multipart form data, in the field ${upload.field}`)
  }
  if (Number(request.headers['content-length'] ?? 0) > upload.maxBytes + FRAME_BYTES) throw tooLarge()
  const part = await firstFile(request, upload)
  if (part === undefined || part.fieldname !== upload.field || part.filename === '') {
    part?.file.resume()
    const sentence = `Choose a file: it is sent in the field ${upload.field}`
    throw new Refusal('invalid', sentence, { [upload.field]: sentence })
  }
  return { name: part.filename, stream: Readable.from(wholeFile(part.file)) }
}

async function firstFile(request: FastifyRequest, upload: Upload): Promise<MultipartFile | undefined> {
  try {
    return await request.file({
      limits: { fileSize: upload.maxBytes, files: 1, fields: 20, parts: 21 },
      throwFileSizeLimit: false,
    })
  } catch (error) {
    throw damaged(error)
  }
}

/** The parser cuts a file off at its limit without an error, so the end of the stream is where to look. */
async function* wholeFile(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) yield chunk as Buffer
  } catch (error) {
    throw damaged(error)
  }
  if (file.truncated) throw tooLarge()
}

function tooLarge(): Refusal {
  return new Refusal('too_large', 'File too large. Please use a smaller file.')
}

function damaged(cause: unknown): Refusal {
  const refusal = new Refusal('invalid', 'The file did not arrive whole. Please send it again.')
  refusal.cause = cause
  return refusal
}
