/** The signed-in person who makes a call. */
export interface Caller {
  email: string
  name: string
}
