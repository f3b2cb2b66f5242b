import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedEmail extends Email {
  readonly recipients: readonly string[]
  /** Email as received. */
  readonly source: string
}

/** A receiver of email. */
interface SmtpReceiver extends AsyncDisposable {
  /** Address of the server, with the required user and password. */
  readonly url: string
  readonly received: ReceivedEmail[]
  /** Returns the refusal of a recipient, if any. */
  refusal: ((address: string) => { code: number; message: string } | undefined) | undefined
}

export const SMTP_PASSWORD = 'pass word&1'

/** Starts a receiver of email on a free port of this machine. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const receiver: Pick<SmtpReceiver, 'received' | 'refusal'> = { received: [], refusal: undefined }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (username === 'nano' && password === SMTP_PASSWORD) callback(null, { user: username })
      else callback(new Error('Invalid user or password'))
    },
    onRcptTo({ address }, _session, callback) {
      const refusal = receiver.refusal?.(address)
      callback(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : undefined)
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const source = Buffer.concat(chunks).toString()
        const recipients = envelope.rcptTo.map(({ address }) => address)
        receiver.received.push({ ...(await PostalMime.parse(source)), recipients, source })
        callback(null, 'queued as 42')
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as AddressInfo
  return Object.assign(receiver, {
    url: `smtp://nano:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  })
}
