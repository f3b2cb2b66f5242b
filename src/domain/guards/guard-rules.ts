/** When a type asks a person before it copies. */
export interface GuardRules {
  readonly onColumnChange: 'hold' | 'follow'
  /** Maximum percentage of rows, or of a column's filled cells, that may vanish without a hold; 100 for no limit. */
  readonly holdLossPercent: number
}
