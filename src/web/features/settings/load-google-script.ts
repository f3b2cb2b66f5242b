const GOOGLE_SCRIPT = 'https://apis.google.com/js/api.js'

/** Loads Google's script, because the element of the Picker reports only a successful load. @throws if it cannot be loaded */
export async function loadGoogleScript(): Promise<void> {
  if ('gapi' in window) return
  const script = document.createElement('script')
  script.src = GOOGLE_SCRIPT
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  script.onload = () => resolve()
  script.onerror = () => {
    script.remove()
    reject(new Error(`${GOOGLE_SCRIPT} cannot be loaded`))
  }
  document.head.append(script)
  await promise
}
