import { Box, Text } from '@mantine/core'
import type { Hold } from '#contract/hold.ts'
import { cellLines, columnLines } from '#domain/guards/fact-lines.ts'
import { remarkFacts } from '#domain/guards/remark-facts.ts'

/** Shows why a task is held: for each rule, a sentence with the numbers, and the cells or columns before and after. */
export function HoldRules({ rules }: Pick<Hold, 'rules'>) {
  return (
    <Box component="ul" p={0} m={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      {rules.map(({ cause, reason, facts }) => (
        <Box component="li" key={cause + reason} mb={4}>
          {reason}
          <Lines lines={cellLines(facts)} label="First cells, before and after" />
          <Lines lines={columnLines(facts)} label="Columns, before and after" />
          <Lines lines={remarkLines({ cause, facts })} label="First remarks" />
        </Box>
      ))}
    </Box>
  )
}

/** Lists the remarks, unless there is only one remark, which the sentence already names. */
function remarkLines(rule: Pick<Hold['rules'][number], 'cause' | 'facts'>): string[] {
  const lines = remarkFacts([rule])?.lines ?? []
  return lines.length > 1 ? lines : []
}

function Lines({ lines, label }: { lines: readonly string[]; label: string }) {
  if (lines.length === 0) return null
  return (
    <Text component="ul" size="xs" c="dimmed" p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Text>
  )
}
