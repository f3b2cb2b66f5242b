/** The color scheme, which Mantine stores, the density, and how the list of tasks is shown. */
const KEYS = ['mantine-color-scheme-value', 'nano-sync-density', 'nano-sync-task-view']

/** Signs out. The server then clears what this browser stored; how the pages look is not private, and is stored again. */
export async function keepAppearance<T>(signOut: () => Promise<T>): Promise<T> {
  const saved = KEYS.map((key) => [key, localStorage.getItem(key)] as const)
  const result = await signOut()
  for (const [key, value] of saved) if (value !== null) localStorage.setItem(key, value)
  return result
}
