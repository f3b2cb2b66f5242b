import { z } from 'zod'
import { flag, text } from '../messages/proto-fields.ts'

/** A `File` as a client sends it. Drive leaves fields aside that it does not know or that only the server sets. */
export const sentFile = z.looseObject({ name: text(), mimeType: text(), trashed: flag() })
