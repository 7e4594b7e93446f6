import { randomBytes } from 'node:crypto';
import { directoryAudit, ownDirectoryAudit } from '@debrief/contracts/operations/audit';
import { consumers } from '@debrief/contracts/topology';
import { findAuditEntries, findOwnEntries, recordCommands } from '@debrief/database/audit';
import { startErasing } from '@debrief/database/erasures';
import { measureJobs } from '@debrief/database/jobs';
import { startLoop } from '@debrief/database/loop';
import { openDatabase } from '@debrief/database/open-database';
import { measureOutbox } from '@debrief/database/outbox';
import { createDatabase } from '@debrief/database/pool';
import { connect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import { handleEach } from '@debrief/messaging/handle-each';
import { jetStreamOutbox } from '@debrief/messaging/outbox';
import { serve } from '@debrief/messaging/serve';
import { exposeJobs, exposeMessaging, exposeOutbox } from '@debrief/service-kit/metrics';
import type { Context, RunningService } from '@debrief/service-kit/run';
import { requestRecovery } from './accounts/request-recovery.ts';
import { sendRecovery } from './accounts/send-recovery.ts';
import { recordAgendaReady } from './agendas/record-agenda-ready.ts';
import { sendAgendaMail } from './agendas/send-agenda-mail.ts';
import type { Settings } from './config.ts';
import { getContact } from './contacts/get-contact.ts';
import { listContacts } from './contacts/list-contacts.ts';
import { updateContact } from './contacts/update-contact.ts';
import { eraseContact, eraseUser } from './erasures/erase-people.ts';
import { eraseMails, eraseSubject } from './erasures/erase-subject.ts';
import { erasureFile } from './erasures/erasure-file.ts';
import { askAgain, recordDone, recordRequested } from './erasures/record-erasures.ts';
import { eraseRestored, listErasures, repeatErasures } from './erasures/repeat-erasures.ts';
import { createIntegration } from './integrations/create-integration.ts';
import { getIntegration } from './integrations/get-integration.ts';
import { listIntegrationFacts } from './integrations/list-integration-facts.ts';
import { listIntegrations } from './integrations/list-integrations.ts';
import { updateIntegration } from './integrations/update-integration.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { createInvitation } from './invitations/create-invitation.ts';
import { createOwnInvitation } from './invitations/create-own-invitation.ts';
import { expireInvitations } from './invitations/expire-invitations.ts';
import { InvitationLinks } from './invitations/invitation-links.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { openInvitation } from './invitations/open-invitation.ts';
import { resendInvitation } from './invitations/resend-invitation.ts';
import { revokeInvitation } from './invitations/revoke-invitation.ts';
import { sendInvitation } from './invitations/send-invitation.ts';
import { createKey } from './keys/create-key.ts';
import { listKeyUses } from './keys/list-key-uses.ts';
import { listKeys } from './keys/list-keys.ts';
import { createOwnKey, listOwnKeys, revokeOwnKey } from './keys/own-keys.ts';
import { recordKeyUse } from './keys/record-key-use.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { verifyKey } from './keys/verify-key.ts';
import { createLink } from './links/create-link.ts';
import { openLink } from './links/open-link.ts';
import { takeLink } from './links/take-link.ts';
import { getMailQueue } from './mail/get-mail-queue.ts';
import { mailDelivery, mailFolder } from './mail/mail-delivery.ts';
import { addMember } from './members/add-member.ts';
import { listMembers } from './members/list-members.ts';
import { removeMember } from './members/remove-member.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { ownSettings } from './own-settings.ts';
import { createSession } from './sessions/create-session.ts';
import { createVerifiedSession } from './sessions/create-verified-session.ts';
import { endSession } from './sessions/end-session.ts';
import { getSession } from './sessions/get-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { choosePlace, listPlaces } from './sessions/places.ts';
import { removeEnded } from './sessions/remove-ended.ts';
import { findPeople } from './submissions/find-people.ts';
import { resolveSubmission } from './submissions/resolve-submission.ts';
import type { Tables } from './tables.ts';
import { assignTeam, unassignTeam } from './teams/assign-team.ts';
import { createTeam } from './teams/create-team.ts';
import { listTeams } from './teams/list-teams.ts';
import { getUser } from './users/get-user.ts';
import { listUserFacts } from './users/list-user-facts.ts';
import { listUsers } from './users/list-users.ts';
import { setSignal } from './users/set-signal.ts';
import { updateUser } from './users/update-user.ts';

const schema = 'directory';
/** One slow delivery must not hold up the others. */
const MAILS_AT_ONCE = 4;
const EXPIRY_MS = 60_000;
/** Beside the pool: no request of anybody gets further than its key, so that this may not wait for slow lists. */
const KEY_CONNECTIONS = 2;

export async function build({ config, log, metrics }: Context<Settings>): Promise<RunningService> {
  const deliver = mailDelivery(config, log);
  if (config.INVITATION_SECRETS.length === 0) {
    log.warn(
      'INVITATION_SECRETS is not set: invitation links work until this process ends, and in no other replica',
    );
  }
  const secrets =
    config.INVITATION_SECRETS.length > 0 ? config.INVITATION_SECRETS : [randomBytes(32).toString('hex')];
  const links = new InvitationLinks(config.WEB_APP_URL, secrets);
  const invitations = { days: config.INVITATION_DAYS, links };
  const sessions = { idleHours: config.SESSION_IDLE_HOURS, days: config.SESSION_DAYS };
  const webApp = { webAppUrl: config.WEB_APP_URL };
  const database = await openDatabase<Tables>({
    url: config.DATABASE_URL,
    schema,
    poolSize: config.DATABASE_POOL_SIZE,
    migrations: new URL('../migrations/', import.meta.url),
    withJobs: true,
    log,
  });
  const { db } = database;
  const keys = createDatabase<Tables>({ url: config.DATABASE_URL, schema, poolSize: KEY_CONNECTIONS, log });
  const messaging = await connect({
    url: config.NATS_URL,
    user: 'directory',
    log,
    replicas: config.NATS_REPLICAS,
  });
  const relay = database.startOutbox(jetStreamOutbox(messaging));
  const mailInvitation = sendInvitation(db, deliver, {
    links,
    from: config.MAIL_FROM,
    log,
  });
  const mailAgenda = sendAgendaMail(db, deliver, {
    isSent: config.SMTP_URL !== undefined,
    from: config.MAIL_FROM,
    log,
  });
  const mailRecovery = sendRecovery(db, deliver, { ...webApp, from: config.MAIL_FROM, log });
  await database.startJobs([mailInvitation, mailAgenda, mailRecovery], { concurrency: MAILS_AT_ONCE });
  const agendas = await consume(messaging, consumers.directoryAgendaReady, recordAgendaReady(db), {
    keepRejected: database.keepRejected,
  });
  const list = config.ERASURE_LIST === undefined ? null : erasureFile(config.ERASURE_LIST);
  const restored = list === null ? 0 : await eraseRestored(db, list);
  if (restored > 0)
    log.warn({ erasures: restored }, 'the database is older than the list of erasures; erasing again');
  const erasing = startErasing<Tables>({
    ...{ db, service: schema, emitted: relay.wake, log },
    erase: eraseSubject,
    eraseOutside: eraseMails(db, mailFolder(config)),
  });
  const erasures = await Promise.all([
    consume(messaging, consumers.directoryErasureRequested, recordRequested(db, list, erasing.wake), {
      keepRejected: database.keepRejected,
    }),
    consume(messaging, consumers.directoryErasureDone, recordDone(db), {
      keepRejected: database.keepRejected,
    }),
  ]);
  const asking = askAgain(db, relay.wake, log);
  const eraseRequested = () => {
    relay.wake();
    erasing.wake();
  };
  const service = await serve(messaging, {
    service: 'directory',
    version: '0.1.0',
    handlers: recordCommands(db, schema, [
      handleEach(directoryAudit, async ({ input }) => ({
        ok: { data: await findAuditEntries(db, schema, input) },
      })),
      handleEach(ownDirectoryAudit, async ({ caller: { integration_id }, input }) => ({
        ok: { data: await findOwnEntries(db, schema, { ...input, integration_id }) },
      })),
      createOrganization(db),
      listOrganizations(db),
      createIntegration(db, relay.wake),
      updateIntegration(db, relay.wake),
      getIntegration(db),
      listIntegrations(db),
      listIntegrationFacts(db),
      createKey(db),
      listKeys(db),
      listKeyUses(db),
      revokeKey(db, relay.wake),
      createOwnKey(db),
      listOwnKeys(db),
      revokeOwnKey(db, relay.wake),
      verifyKey(keys.kysely),
      recordKeyUse(db),
      findPeople(db),
      resolveSubmission(db, relay.wake),
      getContact(db),
      listContacts(db),
      updateContact(db),
      eraseContact(db, eraseRequested),
      eraseUser(db, eraseRequested),
      listErasures(db),
      repeatErasures(db, list, eraseRequested),
      getUser(db),
      listUsers(db),
      listUserFacts(db),
      updateUser(db, relay.wake),
      setSignal(db, relay.wake),
      createTeam(db),
      listTeams(db),
      assignTeam(db, relay.wake),
      unassignTeam(db, relay.wake),
      createInvitation(db, invitations),
      createOwnInvitation(db, invitations, relay.wake),
      listInvitations(db),
      resendInvitation(db, invitations),
      revokeInvitation(db, invitations),
      openInvitation(db, invitations),
      acceptInvitation(db, { links, sessions }, relay.wake),
      getMailQueue(db),
      addMember(db, webApp),
      listMembers(db),
      removeMember(db),
      createLink(db, webApp),
      openLink(db),
      takeLink(db, sessions),
      requestRecovery(db),
      createSession(db, sessions),
      createVerifiedSession(db, { links, sessions }, relay.wake),
      getSession(keys.kysely, sessions),
      listSessions(db, sessions),
      endSession(db, sessions),
      listPlaces(db, sessions),
      choosePlace(db, sessions),
      ...ownSettings(db, { wakeOutbox: relay.wake, links: invitations.links }),
    ]),
  });
  const expiry = startLoop({
    round: () => expireInvitations(db),
    idleMs: EXPIRY_MS,
    retryMs: EXPIRY_MS,
    onFailure: (error) => log.warn({ err: error }, 'invitations could not be marked as expired'),
  });
  const ended = startLoop({
    round: () => removeEnded(db, sessions),
    idleMs: EXPIRY_MS,
    retryMs: EXPIRY_MS,
    onFailure: (error) => log.warn({ err: error }, 'sessions that are over could not be removed'),
  });
  exposeOutbox(metrics, () => measureOutbox(db));
  exposeJobs(metrics, () => measureJobs(db, schema));
  exposeMessaging(metrics, () => messaging.stats());
  return {
    checks: { postgres: () => database.check(), nats: () => messaging.check() },
    async close() {
      const parts = [service, agendas, expiry, ended, ...erasures, erasing, asking];
      await Promise.all(parts.map((part) => part.close()));
      await Promise.all([database.close(), keys.close()]);
      await messaging.close();
    },
  };
}
