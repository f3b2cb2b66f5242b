import { Group } from '@mantine/core'
import type { Hold } from '#contract/hold.ts'
import { isOwnerGone } from '../data/holds.ts'
import { AlwaysAllow } from './always-allow.tsx'
import { CopyAnyway } from './copy-anyway.tsx'
import { PreviewLoss } from './preview-loss.tsx'
import { RemarkChoices } from './remark-choices.tsx'
import { TakeOver } from './take-over.tsx'

interface Props {
  hold: Pick<Hold, 'id' | 'rules'>
  task: { id: number; title: string; typeName: string }
}

/** Buttons for the possible decisions about a held task. */
export function HoldDecision({ hold: { id, rules }, task: { id: taskId, title, typeName } }: Props) {
  return (
    <Group gap={6}>
      {isOwnerGone({ rules }) ? (
        <TakeOver ids={[id]} name={title} />
      ) : (
        <>
          <CopyAnyway ids={[id]} name={title} />
          <PreviewLoss taskId={taskId} title={title} />
          <RemarkChoices taskId={taskId} name={title} rules={rules} />
          <AlwaysAllow typeName={typeName} name={title} rules={rules} />
        </>
      )}
    </Group>
  )
}
