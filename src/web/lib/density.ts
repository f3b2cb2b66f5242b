import { useSyncExternalStore } from 'react'

const KEY = 'nano-sync-density'

/** How closely things stand on the screens. */
export type Density = 'comfortable' | 'compact'

/** The chosen density. It stands on <html>, where styles find it too; first-paint.js puts the remembered one there. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, shownDensity)
}

/** Chooses a density for this browser, also in its other windows. */
export function setDensity(density: Density): void {
  localStorage.setItem(KEY, density)
  show(density)
}

function shownDensity(): Density {
  return document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable'
}

function show(density: string | null): void {
  document.documentElement.dataset['density'] = density === 'compact' ? 'compact' : 'comfortable'
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
  const followOtherWindow = ({ key, newValue }: StorageEvent) => key === KEY && show(newValue)
  window.addEventListener('storage', followOtherWindow)
  return () => {
    observer.disconnect()
    window.removeEventListener('storage', followOtherWindow)
  }
}
