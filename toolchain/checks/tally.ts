/** The sum over everything that was checked. */
export class Tally {
  passed = 0;
  failed = 0;
  /** What went wrong, for the end of the run. */
  readonly reports: string[] = [];

  fail(report: string, count = 1): void {
    this.failed += count;
    this.reports.push(report);
  }
}
