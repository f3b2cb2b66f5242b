import { useQuery } from '@tanstack/react-query'
import type { NightResult } from '#contract/overview.ts'
import type { Run } from '#contract/run.ts'
import type { RunStatus } from '#contract/task-progress.ts'
import type { PastWave } from '#contract/wave.ts'
import { pluralize } from '#domain/pluralize.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { waveRunsQuery } from '../../data/runs.ts'
import { formatShortTime } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { ExactTime } from '../../shared/exact-time.tsx'
import lines from '../../shared/link-list/link-list.module.css'
import { LinkSection } from '../../shared/link-list/link-section.tsx'
import { describeNight } from '../../shared/night-result.ts'
import { StatusDot } from '../../shared/status-dot.tsx'
import { statusLabel } from '../../shared/task-tone.ts'
import { UndoRuns } from '../../shared/undo-runs.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import type { Period } from './period.ts'
import { WaveLine } from './wave-line.tsx'
import { WaveTasks } from './wave-tasks.tsx'
import { describeResults } from './wave-text.ts'

const REFRESH_MS = 30_000

interface Props {
  waves: readonly PastWave[]
  period: Period
  night: NightResult | undefined
}

/** Past waves of several tasks, one line each, with the button to undo a wave. */
export function PastWaves({ waves, period, night }: Props) {
  const lastNight = night && describeNight(night)
  return (
    <LinkSection
      title="Past waves"
      aside={lastNight && `Last night: ${lastNight.text}`}
      empty={`No wave of several tasks in the last ${period.label}.`}
    >
      {waves.map((wave) => (
        <Past key={wave.id} wave={wave} />
      ))}
    </LinkSection>
  )
}

function Past({ wave }: { wave: PastWave }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(REFRESH_MS)
  const time = formatShortTime(wave.at, { nowMs, timezone, hasSeconds: false })
  const mayUndo = wave.cells_changed > 0 && wave.in_progress === 0 && !wave.is_undo
  return (
    <WaveLine
      lead={<StatusDot status={worstStatus(wave)} />}
      facts={describeResults(wave)}
      aside={<ExactTime at={wave.at}>{time}</ExactTime>}
      details={[wave.is_undo ? `Undo by ${wave.triggered_by}` : `Started by ${wave.triggered_by}`]}
      tasks={<RunsInWave waveId={wave.id} />}
      action={
        mayUndo && (
          <UndoRuns selection={{ wave_id: wave.id }} label="Undo this wave" title={`Undo the wave of ${time}`} />
        )
      }
    >
      <span className={lines.name}>{pluralize(wave.tasks_count, 'task')}</span>
    </WaveLine>
  )
}

function RunsInWave({ waveId }: { waveId: string }) {
  const query = useQuery(waveRunsQuery(waveId))
  return (
    <QueryContent query={query} loading="Loading the runs" failure="Failed to load the runs">
      {({ runs }) => <WaveTasks tasks={runs.toReversed().map(presentRun)} />}
    </QueryContent>
  )
}

function presentRun({ id, task_id, task_name, task_type_name, status, is_held, cells_changed: cells }: Run) {
  const result = is_held ? 'Held' : statusLabel(status)
  const note = cells === 0 ? result : `${result}, ${pluralize(cells, 'cell')}`
  return { to: paths.run(task_id, id), name: task_name, typeName: task_type_name, note }
}

function worstStatus({
  failed,
  warnings,
  held,
  stopped,
  in_progress: inProgress,
}: PastWave): (typeof RunStatus.options)[number] {
  if (inProgress > 0) return 'Running'
  if (failed > 0) return 'Error'
  if (warnings + held > 0) return 'Warning'
  return stopped > 0 ? 'Stopped' : 'Success'
}
