import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { DRIVE_FILE_SCOPE, SHEETS_SCOPE } from '#contract/google-scopes.ts'
import { startExternalApp } from '#tests/support/external-app.ts'

const ANN = 'ann@example.com'
const PICKER = { GOOGLE_PICKER_KEY: 'key-1', GOOGLE_PICKER_PROJECT: '123' }

test('with a key of the Picker, people connect the files that they pick, and all of them only if they say so', async () => {
  await using external = await startExternalApp(PICKER)
  const { signInProvider } = external
  const ann = await external.signedIn(ANN)
  const access = async () => await ann.call(api.access.get)
  const picker = { api_key: 'key-1', project_number: '123', client_id: signInProvider.client.clientId }
  expect(await access()).toMatchObject({ state: 'connected', files: 'picked', picker })

  const again = await signInProvider.connect({ browser: ann, email: ANN })
  expect(again.scopes.split(' ')).toContain(DRIVE_FILE_SCOPE)
  expect(again.scopes.split(' ')).not.toContain(SHEETS_SCOPE)

  const all = await signInProvider.connect({ browser: ann, email: ANN, files: 'all' })
  expect(all.scopes.split(' ')).toContain(SHEETS_SCOPE)
  expect(await access()).toMatchObject({ files: 'all' })
  const renewed = await signInProvider.connect({ browser: ann, email: ANN })
  expect(renewed.scopes.split(' ')).toContain(SHEETS_SCOPE)
  const narrowed = await signInProvider.connect({ browser: ann, email: ANN, files: 'picked' })
  expect(narrowed.scopes.split(' ')).not.toContain(SHEETS_SCOPE)
  expect(await access()).toMatchObject({ files: 'picked' })
})

test('a file that was not picked is named as such, and a missing one as missing', async () => {
  await using external = await startExternalApp(PICKER)
  const ann = await external.signedIn(ANN)
  const id = await external.task(ann)
  expect(await external.run(ann, id)).toMatchObject({ status: 'Success', accounts: [ANN] })
  external.emulator.faults.add({ effect: { answer: 'not_found' } })
  const { status, log } = await external.run(ann, id)
  expect(status).toBe('Error')
  expect(log.join('\n')).toMatch(/ann@example\.com has not picked .*pick the file under Settings/)

  await external.signInProvider.connect({ browser: ann, email: ANN, files: 'all' })
  await external.restart({})
  const again = await external.signedIn(ANN)
  await external.signInProvider.connect({ browser: again, email: ANN, files: 'all' })
  expect((await external.run(again, id)).log.join('\n')).toMatch(/was not found/)
})

test('without a key, people connect all their files, and such grants keep working with a key', async () => {
  await using external = await startExternalApp()
  const ann = await external.signedIn(ANN)
  expect(await ann.call(api.access.get)).toMatchObject({ files: 'all', picker: null })
  const picked = await external.signInProvider.connect({ browser: ann, email: ANN, files: 'picked' })
  expect(picked.scopes.split(' ')).toContain(SHEETS_SCOPE)
  const id = await external.task(ann)

  await external.restart(PICKER)
  const again = new URL(external.app.url)
  const { headers } = await fetch(again)
  expect(headers.get('content-security-policy')).toMatch(/script-src [^;]*https:\/\/apis\.google\.com/)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  const browser = await external.signedIn(ANN)
  expect(await browser.call(api.access.get)).toMatchObject({ files: 'all', picker: { api_key: 'key-1' } })
  expect(await external.run(browser, id)).toMatchObject({ status: 'Success', accounts: [ANN] })
})

test('without a key, pages may not load anything from Google', async () => {
  await using external = await startExternalApp()
  const { headers } = await fetch(external.app.url)
  expect(headers.get('content-security-policy')).not.toContain('google')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})
