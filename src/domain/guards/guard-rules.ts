/** When a type asks a person before it copies. */
export interface GuardRules {
  readonly onColumnChange: 'hold' | 'follow'
  /** Maximum loss of rows, or of a column's filled cells, without a hold, in percent; 100 for no limit. */
  readonly holdLossPercent: number
}
