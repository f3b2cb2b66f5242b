import { constants, deflateRawSync } from 'node:zlib'

/** The header of a stream in gzip format. It is never completed: no reader of a stream waits for its end. */
export const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** Bytes of a server-sent event, shared by all streams. */
export interface EventMessage {
  readonly plain: Buffer
  /** Compressed independently of other events, so the same bytes fit into every stream. */
  readonly zipped: Buffer
}

/** Creates a message. Each form is encoded once, when it is first needed. */
export function eventMessage(text: string): EventMessage {
  let plain: Buffer | undefined
  let zipped: Buffer | undefined
  return {
    get plain() {
      plain ??= Buffer.from(text)
      return plain
    },
    get zipped() {
      zipped ??= compress(this.plain)
      return zipped
    },
  }
}

function compress(plain: Buffer): Buffer {
  return deflateRawSync(plain, { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH })
}
