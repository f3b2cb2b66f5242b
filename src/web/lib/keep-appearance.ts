/** Storage keys of the color scheme (stored by Mantine), the density, and the look of the list of tasks. */
const KEYS = ['mantine-color-scheme-value', 'nano-sync-density', 'nano-sync-task-view']

/** Signs out, then restores the appearance. The server clears this browser's storage, but the appearance is not private. */
export async function keepAppearance<T>(signOut: () => Promise<T>): Promise<T> {
  const saved = KEYS.map((key) => [key, localStorage.getItem(key)] as const)
  const result = await signOut()
  for (const [key, value] of saved) if (value !== null) localStorage.setItem(key, value)
  return result
}
