export { answerPing as GET, receiveWebhook as POST } from "../../receive-webhook"
