import { useLocalStorage } from '@mantine/hooks'
import { useLayoutEffect } from 'react'

/** The spacing of the UI. */
export type Density = 'comfortable' | 'compact'

/**
 * The density saved in this browser, shared by its windows, and its setter. It is an attribute of <html>, for styles;
 * A script in index.html sets it before the app has loaded.
 */
export function useDensity() {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'nano-sync-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (text) => (text === 'compact' ? 'compact' : 'comfortable'),
  })
  useLayoutEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  return [density, setDensity] as const
}
