import type { Stretch } from '../../conversation/conversation.ts';

/** Whether a manager is likely enough to take this up; an engine that does not judge that leaves it to the acts. */
export function isBlamed({ remark }: Stretch, from: number): boolean {
  return remark === undefined || remark.blame >= from;
}

/** Whether a manager is likely enough to praise this. */
export function isPraised({ remark }: Stretch, from: number): boolean {
  return remark === undefined || remark.praise >= from;
}
