import { useSyncExternalStore } from 'react'

const KEY = 'nano-sync-density'

/** The spacing of the UI. */
export type Density = 'comfortable' | 'compact'

/** The selected density. It is an attribute of <html>, for styles; first-paint.js sets the saved one. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, currentDensity)
}

/** Sets the density for this browser, including its other windows. */
export function setDensity(density: Density): void {
  localStorage.setItem(KEY, density)
  apply(density)
}

function currentDensity(): Density {
  return document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable'
}

function apply(density: string | null): void {
  document.documentElement.dataset['density'] = density === 'compact' ? 'compact' : 'comfortable'
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
  // Fires when another window changes it.
  const onStorage = ({ key, newValue }: StorageEvent) => key === KEY && apply(newValue)
  window.addEventListener('storage', onStorage)
  return () => {
    observer.disconnect()
    window.removeEventListener('storage', onStorage)
  }
}
