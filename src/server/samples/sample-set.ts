/** Sample task type. `depends_on` is the name of another type. */
export interface SampleTaskType {
  name: string
  allowed_concurrent_tasks: number
  depends_on?: string
  queue_delay_seconds: number
  max_retries: number
  retry_delay_seconds: number
  chunk_size: number
}

/** Sample task. `type` is the name of its task type. The scheduled times `['None']` mean no schedule. */
interface SampleTask {
  type: string
  name: string
  source_ss_id: string
  target_ss_id: string
  source_sheet_name: string
  target_sheet_name: string
  scheduled_times: string[]
  start_row: number
  is_active: boolean
}

/** Task types, listed before their dependents, and their tasks. */
export interface SampleSet {
  taskTypes: SampleTaskType[]
  tasks: SampleTask[]
}
