import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import type { Upload } from '#contract/route.ts'
import type { UploadedFile } from './handler.ts'

/** Allowance for the multipart boundaries and headers around the file. */
const FRAME_BYTES = 16 * 1024

/**
 * Returns the file of a multipart request as a stream. The stream fails with `too_large` if the file exceeds the limit.
 *
 * @throws Refusal `unsupported_media_type`; `too_large` by the Content-Length; `invalid` without a file.
 */
export async function receiveUpload(request: FastifyRequest, upload: Upload): Promise<UploadedFile> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', `Send the file as multipart form data in the field "${upload.field}"`)
  }
  if (Number(request.headers['content-length'] ?? 0) > upload.maxBytes + FRAME_BYTES) throw tooLarge()
  const part = await firstFile(request, upload)
  if (part === undefined || part.fieldname !== upload.field || part.filename === '') {
    part?.file.resume()
    const message = `Choose a file, and send it in the field "${upload.field}"`
    throw new Refusal('invalid', message, { [upload.field]: message })
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
    throw incompleteUpload(error)
  }
}

/** Fails at the end of a truncated file, because the parser truncates a file at its limit without an error. */
async function* wholeFile(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) yield chunk as Buffer
  } catch (error) {
    throw incompleteUpload(error)
  }
  if (file.truncated) throw tooLarge()
}

function tooLarge(): Refusal {
  return new Refusal('too_large', 'File too large. Please use a smaller file.')
}

function incompleteUpload(cause: unknown): Refusal {
  const refusal = new Refusal('invalid', 'The upload was interrupted. Please send the file again.')
  refusal.cause = cause
  return refusal
}
