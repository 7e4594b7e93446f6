import type { AnyFault } from './fault.ts';
import { killWorker } from './faults/01-kill-worker.ts';
import { killIngest } from './faults/02-kill-ingest.ts';
import { killGateway } from './faults/03-kill-gateway.ts';
import { killServices } from './faults/04-kill-services.ts';
import { freezeWorker } from './faults/05-freeze-worker.ts';
import { freezeResponder } from './faults/06-freeze-responder.ts';
import { killNats } from './faults/07-kill-nats.ts';
import { wipeNats } from './faults/08-wipe-nats.ts';
import { freezeNats } from './faults/09-freeze-nats.ts';
import { restartPostgres } from './faults/10-restart-postgres.ts';
import { freezePostgres } from './faults/11-freeze-postgres.ts';
import { largeRecording } from './faults/12-large-recording.ts';
import { slowLoris } from './faults/13-slow-loris.ts';
import { badHosts } from './faults/14-bad-hosts.ts';
import { badModel } from './faults/15-bad-model.ts';
import { terminate } from './faults/16-terminate.ts';
import { refuseRole } from './faults/17-refuse-role.ts';
import { postgresAway } from './faults/18-postgres-away.ts';
import { fullDisk } from './faults/19-full-disk.ts';
import { wait } from './faults/19-wait.ts';
import { greedyTenant } from './faults/20-greedy-tenant.ts';
import { hangingEngine } from './faults/21-hanging-engine.ts';
import { moveClockFaults } from './faults/22-move-clock.ts';
import { mailAway } from './faults/23-mail-away.ts';
import { finishWithoutIngest } from './faults/24-finish-without-ingest.ts';
import { freezeApps } from './faults/25-freeze-apps.ts';
import { everythingDies } from './faults/26-everything-dies.ts';
import { unfitEvent } from './faults/27-unfit-event.ts';
import { endClaim } from './faults/28-end-claim.ts';
import { startAtOnce } from './faults/29-start-at-once.ts';
import { eraseContact } from './faults/30-erase-contact.ts';
import { slowLists } from './faults/31-slow-list.ts';
import { freezeChildren } from './faults/32-freeze-children.ts';
import { loseWorkFolder } from './faults/33-lose-work-folder.ts';
import { clusterFaults } from './faults/34-cluster.ts';
import { upgrade } from './faults/35-upgrade.ts';

/** Every row, in the order of the table. 1 to 22 are those of the fault matrix. */
export const faults: readonly AnyFault[] = [
  ...killWorker,
  ...killIngest,
  killGateway,
  killServices,
  freezeWorker,
  ...freezeResponder,
  ...killNats,
  ...wipeNats,
  freezeNats,
  restartPostgres,
  freezePostgres,
  largeRecording,
  slowLoris,
  badHosts,
  ...badModel,
  ...terminate,
  ...refuseRole,
  ...postgresAway,
  ...wait,
  ...fullDisk,
  ...greedyTenant,
  ...hangingEngine,
  ...moveClockFaults,
  ...mailAway,
  ...finishWithoutIngest,
  ...freezeApps,
  ...everythingDies,
  unfitEvent,
  ...endClaim,
  startAtOnce,
  eraseContact,
  slowLists,
  ...freezeChildren,
  loseWorkFolder,
  ...clusterFaults,
  upgrade,
];
