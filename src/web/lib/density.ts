import { useLocalStorage } from '@mantine/hooks'
import { useLayoutEffect } from 'react'

/** The spacing of the UI. */
export type Density = 'comfortable' | 'compact'

/**
 * Returns the density saved in this browser, shared by its windows, and its setter. Styles read it from an attribute of
 * <html>, which a script in index.html sets before the app loads.
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
