import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useAction } from '../lib/action.ts'
import { messageOf } from '../lib/call-error.ts'
import { ActionButton } from './action-button.tsx'
import { LoadingSpinner } from './loading-spinner.tsx'

interface Props<Plan> {
  title: string
  confirmLabel: string
  readPlan: () => Promise<Plan>
  /** Why the plan cannot be applied; null when it can. */
  problemOf: (plan: Plan) => string | null
  children: (plan: Plan) => ReactNode
  apply: () => Promise<void>
  onClose: () => void
}

/** Shows what an action would do before it is done. */
export function PlanDialog<Plan>({ opened, ...props }: Props<Plan> & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={props.onClose} title={props.title} size="lg">
      <PlanContent {...props} />
    </Modal>
  )
}

/** A plan is read anew each time: what it is about may have changed since. */
function PlanContent<Plan>({ confirmLabel, readPlan, problemOf, children, apply, onClose }: Props<Plan>) {
  const { data, error, isFetching } = useQuery({
    queryKey: ['plan', useId()],
    queryFn: readPlan,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { isPending, act } = useAction(['apply-plan', useId()], async () => {
    await apply()
    onClose()
  })
  if (isFetching) return <LoadingSpinner label="Finding out what would change" />
  const problem = data === undefined ? messageOf(error, 'Failed to find out what would change.') : problemOf(data)
  return (
    <Stack gap="md">
      {data !== undefined && children(data)}
      {problem !== null && (
        <Alert color="yellow" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {problem === null ? 'Cancel' : 'Close'}
        </Button>
        {problem === null && (
          <ActionButton onPress={act} isPending={isPending}>
            {confirmLabel}
          </ActionButton>
        )}
      </Group>
    </Stack>
  )
}
