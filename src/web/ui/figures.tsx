import classes from './figures.module.css'

/** A list of numbers with their labels. */
export function Figures({ figures }: { figures: readonly { label: string; value: string }[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
