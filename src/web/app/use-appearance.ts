import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun, IconViewportShort, IconViewportTall } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useDensity } from '../lib/density.ts'

/** The switches for density and color scheme. The browser stores both; the color scheme defaults to the system's. */
export function useAppearance() {
  const [density, setDensity] = useDensity()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  return useMemo(() => {
    const nextDensity = density === 'compact' ? 'comfortable' : 'compact'
    const nextScheme = scheme === 'dark' ? 'light' : 'dark'
    return [
      {
        id: 'density',
        label: `Switch to ${nextDensity} density`,
        Icon: nextDensity === 'compact' ? IconViewportShort : IconViewportTall,
        onClick: () => setDensity(nextDensity),
      },
      {
        id: 'color-scheme',
        label: `Switch to ${nextScheme} theme`,
        Icon: nextScheme === 'dark' ? IconMoon : IconSun,
        onClick: () => setColorScheme(nextScheme),
      },
    ]
  }, [density, setDensity, scheme, setColorScheme])
}
