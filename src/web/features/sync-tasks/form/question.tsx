import { Text } from '@mantine/core'
import { type CSSProperties, type ReactNode, useId } from 'react'

/** Layout that puts the fields beside the question, or below it if there is no room. */
const ROW: CSSProperties = { display: 'flex', flexWrap: 'wrap', gap: '6px 12px', margin: 0, padding: 0, border: 0 }

/** A question of the form with the fields that answer it. */
export function Question({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} style={{ ...ROW, minWidth: 0 }}>
      <Text id={id} size="sm" fw={600} c="dimmed" w={44} pt={2} lh={1.55}>
        {label}
      </Text>
      <div style={{ flex: '1 1 380px', minWidth: 0 }}>{children}</div>
    </fieldset>
  )
}
