import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Switches between light and dark; the choice is remembered, and the system's is followed until one is made. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const next = scheme === 'dark' ? 'light' : 'dark'
  const Icon = next === 'dark' ? IconMoon : IconSun
  const label = `Switch to ${next} colours`
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
