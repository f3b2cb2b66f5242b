import { IconEye, IconPlayerPlay, IconPlayerStop, IconToggleRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Task } from '#contract/task.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { previewKey } from '../../../data/preview-key.ts'
import { createTaskActions, type TaskAction, taskKey } from '../../../data/task-actions.ts'
import { isBusy, isStoppable } from '../../../data/task-status.ts'
import { taskStatusQuery } from '../../../data/tasks.ts'
import { type ActionKey, useIsPending } from '../../../lib/action.ts'
import { usePreview } from '../../../shared/use-preview.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import classes from './task-page.module.css'

interface Step {
  label: string
  Icon: typeof IconEye
  variant: 'filled' | 'default'
  isBlocked?: boolean
  key: ActionKey
  act: () => Promise<void>
}

/**
 * The main action on a task as it is now, beside a preview; nothing where a hold has to be decided first. The button stays
 * the same, so that it keeps the focus.
 */
export function NextStep({ task }: { task: Task }) {
  const hasPreviews = useHasExtraCalls()
  const steps = useSteps(task)
  if (task.hold?.accepted_by === null) return null
  const main = isStoppable(task) ? steps.stop : task.is_active ? steps.run : steps.activate
  return (
    <div className={classes.steps}>
      {hasPreviews && (main === steps.run || main === steps.activate) && <StepButton step={steps.preview} />}
      <StepButton key="main" step={main} />
    </div>
  )
}

function StepButton({ step: { label, Icon, variant, isBlocked = false, key, act } }: { step: Step }) {
  return (
    <ActionButton
      variant={variant}
      leftSection={<Icon size={16} aria-hidden />}
      isPending={useIsPending(key)}
      isBlocked={isBlocked}
      onPress={() => void act()}
    >
      {label}
    </ActionButton>
  )
}

function useSteps(task: Task) {
  const queryClient = useQueryClient()
  const startPreview = usePreview()
  const isListRunning = useQuery(taskStatusQuery()).data?.all_running ?? false
  const actions = useMemo(() => createTaskActions(queryClient), [queryClient])
  const scope = { task_ids: [task.id] }
  const keyOf = (action: TaskAction) => [...taskKey(task.id), action]
  return {
    preview: {
      label: 'Preview',
      variant: 'default',
      Icon: IconEye,
      key: previewKey(scope),
      act: () => startPreview(scope),
    },
    run: {
      label: 'Run now',
      Icon: IconPlayerPlay,
      variant: 'filled',
      isBlocked: isBusy(task, isListRunning) || task.task_status === 'Stopping',
      key: keyOf('run'),
      act: () => actions.run(task.id),
    },
    stop: {
      label: 'Stop',
      Icon: IconPlayerStop,
      variant: 'default',
      key: keyOf('stop'),
      act: () => actions.stop(task.id),
    },
    activate: {
      label: 'Activate',
      Icon: IconToggleRight,
      variant: 'filled',
      key: keyOf('set-active'),
      act: () => actions.setActive(task.id, true),
    },
  } satisfies Record<string, Step>
}
