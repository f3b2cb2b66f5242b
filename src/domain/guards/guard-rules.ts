/** When a type asks a person before it copies. */
export interface GuardRules {
  readonly onColumnChange: 'hold' | 'follow'
  /** A copy is held when more than so many percent of the rows, or of a column's filled cells, vanish; 100 for never. */
  readonly holdLossPercent: number
}
