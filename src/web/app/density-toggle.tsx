import { ActionIcon } from '@mantine/core'
import { IconViewportShort, IconViewportTall } from '@tabler/icons-react'
import { setDensity, useDensity } from '../lib/density.ts'

/** Switches between comfortable and compact; the choice is remembered. */
export function DensityToggle() {
  const next = useDensity() === 'compact' ? 'comfortable' : 'compact'
  const Icon = next === 'compact' ? IconViewportShort : IconViewportTall
  const label = `Switch to ${next} density`
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={() => setDensity(next)}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
